/**
 * The keys of workload profiles: {@link io.deskmeter.workload.yaml.profile.WorkloadProfileGrammar}, for a file of its
 * own and for one inside a run profile. {@link io.deskmeter.workload.yaml.profile.References} are what profiles of both
 * kinds refer to by name; {@link io.deskmeter.workload.yaml.profile.TypedTexts}, which they give, refuses texts that a
 * target cannot type.
 */
@NullMarked
package io.deskmeter.workload.yaml.profile;

import org.jspecify.annotations.NullMarked;
