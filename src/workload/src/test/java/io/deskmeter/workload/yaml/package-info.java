@NullMarked
package io.deskmeter.workload.yaml;

import org.jspecify.annotations.NullMarked;
