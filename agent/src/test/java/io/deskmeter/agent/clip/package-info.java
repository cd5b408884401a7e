@NullMarked
package io.deskmeter.agent.clip;

import org.jspecify.annotations.NullMarked;
