/**
 * Who sends a request: known by a secret file, a token or the cookie of a login
 * ({@link io.deskmeter.controller.access.caller.Callers}). Agents show a secret of theirs in their first message
 * ({@link io.deskmeter.controller.access.caller.TokenAuthentication}).
 */
@NullMarked
package io.deskmeter.controller.access.caller;

import org.jspecify.annotations.NullMarked;
