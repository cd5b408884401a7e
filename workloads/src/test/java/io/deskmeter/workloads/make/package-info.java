@NullMarked
package io.deskmeter.workloads.make;

import org.jspecify.annotations.NullMarked;
