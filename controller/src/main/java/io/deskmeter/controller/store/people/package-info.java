/**
 * People, their tokens and roles ({@link io.deskmeter.controller.store.people.StoredPeople}), and the audit log
 * ({@link io.deskmeter.controller.store.people.StoredAudit}).
 */
@NullMarked
package io.deskmeter.controller.store.people;

import org.jspecify.annotations.NullMarked;
