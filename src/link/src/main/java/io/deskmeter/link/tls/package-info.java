/**
 * Certificates of the link.
 *
 * <p>A controller has an authority whose certificate every agent knows. A machine becomes an agent with a
 * {@link io.deskmeter.link.tls.JoinToken}, which also contains the fingerprint of the authority, so that already the
 * first contact is with the right controller ({@link io.deskmeter.link.tls.EnrolmentClient}). It keeps its key and its
 * certificate in one private file ({@link io.deskmeter.link.tls.MachineIdentity}).
 */
@NullMarked
package io.deskmeter.link.tls;

import org.jspecify.annotations.NullMarked;
