@NullMarked
package io.deskmeter.workload.plan;

import org.jspecify.annotations.NullMarked;
