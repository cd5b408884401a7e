/** Agents, their machines, and how those join. */
@NullMarked
package io.deskmeter.controller.web.machine;

import org.jspecify.annotations.NullMarked;
