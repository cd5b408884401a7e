/**
 * The keys of run profiles: {@link io.deskmeter.workload.yaml.run.RunProfileGrammar} reads what authors write, and
 * writes the canonical form, in which no default is left out. The other classes declare one of its parts each: load,
 * thresholds and validity, limits, expectations.
 */
@NullMarked
package io.deskmeter.workload.yaml.run;

import org.jspecify.annotations.NullMarked;
