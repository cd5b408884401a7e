@NullMarked
package io.deskmeter.workloads.probe;

import org.jspecify.annotations.NullMarked;
