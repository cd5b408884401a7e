/**
 * The thread that owns the state of runs: {@link io.deskmeter.controller.run.mailbox.Mailbox} handles one message after
 * the other. {@link io.deskmeter.controller.run.mailbox.MailboxTimes} measures how long messages wait, and how long
 * each takes.
 */
@NullMarked
package io.deskmeter.controller.run.mailbox;

import org.jspecify.annotations.NullMarked;
