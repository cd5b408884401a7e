/**
 * Reads and writes run profiles: {@link io.deskmeter.workload.yaml.run.RunProfileReader} takes what authors write,
 * {@link io.deskmeter.workload.yaml.run.RunProfileWriter} writes the canonical form, in which no default is left out. The
 * other readers are one for each of its parts: load, limits, expectations, validity.
 */
@NullMarked
package io.deskmeter.workload.yaml.run;

import org.jspecify.annotations.NullMarked;
