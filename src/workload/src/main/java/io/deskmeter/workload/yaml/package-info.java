/**
 * YAML in, checked values out. Other parts call the classes of this package, one for each kind of document: start with
 * {@link io.deskmeter.workload.yaml.WorkloadCatalog}, a folder of workloads and profiles, and
 * {@link io.deskmeter.workload.yaml.RunProfiles}, a run profile from outside. The keys are declared in the packages
 * below, which stand on each other in this order: {@code document}, {@code grammar}, {@code picture}, {@code workload},
 * {@code profile}, {@code targets}, {@code run}. From the same declarations a test writes
 * {@code io/deskmeter/workload/schema/*.json} for editors and the web page; another one mutates every example and holds
 * readers and schemas to the same answer.
 */
@NullMarked
package io.deskmeter.workload.yaml;

import org.jspecify.annotations.NullMarked;
