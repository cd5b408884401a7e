/** Keeps pages of the documentation equal to the code that they tell of. */
@NullMarked
package io.deskmeter.testkit.docs;

import org.jspecify.annotations.NullMarked;
