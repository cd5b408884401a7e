/** Encrypts what is kept where others might read it. */
@NullMarked
package io.deskmeter.controller.secrets;

import org.jspecify.annotations.NullMarked;
