/**
 * Access by secrets, until machines and users have certificates.
 *
 * <p>A controller makes one secret for each {@link io.deskmeter.link.access.TokenRole} and keeps them as files in its data folder, which only its user can
 * enter ({@link io.deskmeter.link.access.TokenFile}, {@link io.deskmeter.link.access.PrivateFolders}). Whoever may read a file may do what its role
 * may: programs of the same user find it by themselves, for others an administrator copies it ({@link io.deskmeter.link.access.TokenSource}).
 */
@NullMarked
package io.deskmeter.link.access;

import org.jspecify.annotations.NullMarked;
