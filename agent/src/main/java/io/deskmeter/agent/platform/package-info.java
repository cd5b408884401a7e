/**
 * What the agent needs of the operating system, as interfaces: {@link io.deskmeter.agent.platform.Platform} and what it
 * hands out. {@code linux} and {@code windows} implement them.
 *
 * <p>A program chooses its platform once, with {@link io.deskmeter.agent.platform.Platforms#here}, and hands it on. All
 * other packages know only the interfaces; {@code ArchitectureTest} checks both.
 *
 * <p>The interfaces cover what an agent does in a user's session. What is only ever done with servers of Linux (Xvnc,
 * Xvfb, xrdp) is not here, but in {@code agent.desktop}, {@code agent.viewer} and {@code screen.program}.
 */
@NullMarked
package io.deskmeter.agent.platform;

import org.jspecify.annotations.NullMarked;
