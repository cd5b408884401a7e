/**
 * One instance of an application, from its launch to its end ({@link io.deskmeter.agent.session.app.AppInstance}), and
 * the machine on which it runs, with its content ({@link io.deskmeter.agent.session.app.AppInstanceControl}).
 */
@NullMarked
package io.deskmeter.agent.session.app;

import org.jspecify.annotations.NullMarked;
