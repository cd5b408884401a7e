/**
 * The entries of requests in the audit log, each written before its answer can be read. Start with
 * {@link io.deskmeter.controller.access.audit.AuditFilter}.
 */
@NullMarked
package io.deskmeter.controller.access.audit;

import org.jspecify.annotations.NullMarked;
