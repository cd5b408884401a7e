/** Encrypts the secrets on the disk. */
@NullMarked
package io.deskmeter.controller.secrets;

import org.jspecify.annotations.NullMarked;
