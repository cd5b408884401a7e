/** Invalid requests. Used by all packages that read values of requests; depends on none of them. */
@NullMarked
package io.deskmeter.controller.request;

import org.jspecify.annotations.NullMarked;
