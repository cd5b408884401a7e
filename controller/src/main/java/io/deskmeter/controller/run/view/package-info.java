/**
 * What pages, streams and commands show of a run: {@link io.deskmeter.controller.run.view.RunSnapshot} is its complete
 * state at an instant, {@link io.deskmeter.controller.run.view.StageDetail} one of its stages.
 */
@NullMarked
package io.deskmeter.controller.run.view;

import org.jspecify.annotations.NullMarked;
