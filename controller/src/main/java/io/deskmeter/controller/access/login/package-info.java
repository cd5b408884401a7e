/**
 * How browsers log in: with one-time links on the controller's own machine, and by way of a provider of OpenID Connect.
 */
@NullMarked
package io.deskmeter.controller.access.login;

import org.jspecify.annotations.NullMarked;
