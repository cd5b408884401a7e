/** What requests may not ask. Known to all packages that read values of requests; knows none of them. */
@NullMarked
package io.deskmeter.controller.request;

import org.jspecify.annotations.NullMarked;
