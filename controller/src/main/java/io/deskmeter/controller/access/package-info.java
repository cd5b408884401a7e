/**
 * Access control; denies by default.
 *
 * <p>Every request must name this controller by a loopback name ({@link io.deskmeter.controller.access.RequestCheck}: a page whose name was bound to this
 * machine anew says its own name), must not come from a page of another origin, and must have the users' secret, or a cookie that was given
 * for a link with a one-time code. Agents show a secret of theirs in their first message ({@link io.deskmeter.controller.access.TokenAuthentication}).
 * The secrets are files in the data folder. See decision 0030.
 */
@NullMarked
package io.deskmeter.controller.access;

import org.jspecify.annotations.NullMarked;
