@NullMarked
package io.deskmeter.workload.step;

import org.jspecify.annotations.NullMarked;
