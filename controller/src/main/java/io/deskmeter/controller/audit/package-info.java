/**
 * The audit log: who did what, from where, when, and with which outcome. A request that changes something has one entry
 * ({@link io.deskmeter.controller.audit.AuditedRequest}): it is written in the transaction of the change, so there is
 * no change without an entry, or after the request where the change is not in the store. Entries are never changed or
 * removed.
 */
@NullMarked
package io.deskmeter.controller.audit;

import org.jspecify.annotations.NullMarked;
