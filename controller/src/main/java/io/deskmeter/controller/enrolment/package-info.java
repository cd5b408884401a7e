/**
 * How machines become agents. A person makes a join token; a machine that shows it gets a certificate of this
 * controller's authority ({@link io.deskmeter.controller.enrolment.Enrolments}), with which it is that agent until it
 * is revoked ({@link io.deskmeter.controller.enrolment.CertificateAuthentication}).
 */
@NullMarked
package io.deskmeter.controller.enrolment;

import org.jspecify.annotations.NullMarked;
