/**
 * Access control; denies by default.
 *
 * <p>Every request must name this controller ({@link io.deskmeter.controller.access.request.RequestCheck}: a page whose
 * name was bound to this machine anew says its own name), must not come from a page of another origin, and its sender
 * must be known ({@link io.deskmeter.controller.access.caller.Callers}) and have the right to what it asks for
 * ({@link io.deskmeter.controller.access.endpoint.EndpointRights}, the whole table). Secret files and one-time links
 * are for the loopback listener; people and tokens come by HTTPS, too
 * ({@link io.deskmeter.controller.access.request.Listeners}). Agents show a secret of theirs in their first message
 * ({@link io.deskmeter.controller.access.caller.TokenAuthentication}). See decisions 0030 and 0097.
 *
 * <p>{@link io.deskmeter.controller.access.AccessConfiguration} puts all this in order. Each of these packages stands
 * on those before it alone: {@code request}, {@code endpoint}, {@code caller}, {@code login}, {@code audit}, and this
 * one.
 */
@NullMarked
package io.deskmeter.controller.access;

import org.jspecify.annotations.NullMarked;
