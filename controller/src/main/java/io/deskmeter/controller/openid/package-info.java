/**
 * Login through OpenID Connect. Spring Security's client speaks with it: code flow with PKCE, state and nonce, and the
 * checks of the ID token. What it has said ends in the same kind of session as a password does
 * ({@link io.deskmeter.controller.people.People}); no token of the provider is kept. What a browser that is on its way
 * there must bring back is in its cookie, sealed ({@link io.deskmeter.controller.openid.PendingLogins}), so that
 * strangers who begin log-ins cost no memory. See decision 0100.
 */
@NullMarked
package io.deskmeter.controller.openid;

import org.jspecify.annotations.NullMarked;
