/**
 * HTTPS for other machines: a connector of the web server beside that for the loopback device, with the certificate of
 * this controller's authority or of a company, and limits for peers that have not logged in.
 */
@NullMarked
package io.deskmeter.controller.tls;

import org.jspecify.annotations.NullMarked;
