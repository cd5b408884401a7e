/**
 * What the store keeps and for how long: {@link io.deskmeter.controller.store.retention.Retention} deletes runs on
 * request and by {@link io.deskmeter.controller.store.retention.RetentionRules},
 * {@link io.deskmeter.controller.store.retention.DiskUsage} says what they take.
 */
@NullMarked
package io.deskmeter.controller.store.retention;

import org.jspecify.annotations.NullMarked;
