/** The one event stream of all lists, for pages. */
@NullMarked
package io.deskmeter.controller.web.event;

import org.jspecify.annotations.NullMarked;
