/** The agent: plain Java, no Spring. */
@NullMarked
package io.deskmeter.agent;

import org.jspecify.annotations.NullMarked;
