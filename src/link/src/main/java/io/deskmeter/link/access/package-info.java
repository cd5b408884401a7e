/**
 * Access by secrets, until machines and users have certificates.
 *
 * <p>A controller creates one secret for each {@link io.deskmeter.link.access.TokenRole} and keeps them as files in its
 * data folder, which only its user can enter ({@link io.deskmeter.link.access.TokenFile},
 * {@link io.deskmeter.link.access.PrivateFolders}). A program that can read a file has the permissions of its role.
 * Programs of the same user find the file themselves; an administrator copies it for others
 * ({@link io.deskmeter.link.access.TokenSource}).
 */
@NullMarked
package io.deskmeter.link.access;

import org.jspecify.annotations.NullMarked;
