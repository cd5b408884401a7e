/**
 * What a person waits for: an {@link io.deskmeter.workload.operation.Operation} has steps before it, measured steps,
 * and the condition that ends it, and belongs to a {@link io.deskmeter.workload.operation.Group}, which decides on its
 * threshold. One that {@linkplain io.deskmeter.workload.operation.Plays plays} a clip shows a
 * {@link io.deskmeter.workload.operation.ReferenceClip}, of which every frame can be told.
 */
@NullMarked
package io.deskmeter.workload.operation;

import org.jspecify.annotations.NullMarked;
