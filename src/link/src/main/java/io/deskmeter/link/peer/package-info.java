/**
 * Who is at the other end and what it may do: identities and their proof, certificates, the table of messages
 * ({@link io.deskmeter.link.peer.MessageRules}), and how many connections those may have who have proved nothing yet.
 */
@NullMarked
package io.deskmeter.link.peer;

import org.jspecify.annotations.NullMarked;
