/** Keeps pages of the documentation consistent with the code that they describe. */
@NullMarked
package io.deskmeter.testsupport.docs;

import org.jspecify.annotations.NullMarked;
