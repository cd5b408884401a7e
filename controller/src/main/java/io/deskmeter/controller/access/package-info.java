/**
 * Access control; denies by default.
 *
 * <p>Every request must name this controller ({@link io.deskmeter.controller.access.RequestCheck}: a page whose name was bound to this machine anew says its
 * own name), must not come from a page of another origin, and its sender must be known ({@link io.deskmeter.controller.access.Callers}) and have the
 * right to what it asks for ({@link io.deskmeter.controller.access.EndpointRights}, the whole table). Secret files and one-time links are for the loopback
 * listener; people and tokens come by HTTPS, too ({@link io.deskmeter.controller.access.Listeners}). Agents show a secret of theirs in their first message
 * ({@link io.deskmeter.controller.access.TokenAuthentication}). See decisions 0030 and 0097.
 */
@NullMarked
package io.deskmeter.controller.access;

import org.jspecify.annotations.NullMarked;
