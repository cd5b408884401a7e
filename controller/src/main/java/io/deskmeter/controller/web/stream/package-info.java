/** Event streams: who reads them, how many there may be, and how a run or a check is sent to each of them. */
@NullMarked
package io.deskmeter.controller.web.stream;

import org.jspecify.annotations.NullMarked;
