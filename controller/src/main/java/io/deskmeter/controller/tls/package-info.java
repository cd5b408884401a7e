/**
 * HTTPS for other machines: a second port of the web server, with a certificate of this controller's authority or of a
 * company, and limits for peers that have not logged in.
 */
@NullMarked
package io.deskmeter.controller.tls;

import org.jspecify.annotations.NullMarked;
