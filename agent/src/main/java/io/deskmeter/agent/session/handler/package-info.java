/**
 * Handlers of windows that may come at any time: {@link io.deskmeter.agent.session.handler.WindowHandlers} dismisses
 * them as a person does who knows them.
 */
@NullMarked
package io.deskmeter.agent.session.handler;

import org.jspecify.annotations.NullMarked;
