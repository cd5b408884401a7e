/** How this program writes its log. */
@NullMarked
package io.deskmeter.agent.log;

import org.jspecify.annotations.NullMarked;
