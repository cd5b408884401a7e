/**
 * What a run is to do: its {@link io.deskmeter.controller.run.plan.RunPlan}, and which host and user each of its
 * sessions gets ({@link io.deskmeter.controller.run.plan.SlotAllocator};
 * {@link io.deskmeter.controller.run.plan.SlotAvailability} before a run).
 */
@NullMarked
package io.deskmeter.controller.run.plan;

import org.jspecify.annotations.NullMarked;
