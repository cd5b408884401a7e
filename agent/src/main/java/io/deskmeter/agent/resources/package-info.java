/** What the machine and the agent itself spend: the harness distrusts itself, so its own share is measured beside the host's. */
@NullMarked
package io.deskmeter.agent.resources;

import org.jspecify.annotations.NullMarked;
