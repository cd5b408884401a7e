/**
 * A session as others see it: its settings ({@link io.deskmeter.agent.session.control.SessionSettings}), its start and
 * stop ({@link io.deskmeter.agent.session.control.SessionControl}), and what it tells
 * ({@link io.deskmeter.agent.session.control.SessionListener}).
 */
@NullMarked
package io.deskmeter.agent.session.control;

import org.jspecify.annotations.NullMarked;
