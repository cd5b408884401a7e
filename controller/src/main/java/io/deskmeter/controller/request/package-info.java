/**
 * Who sends a request, with which role, and what is wrong with it. Used by all packages that read requests; depends on
 * none of them.
 */
@NullMarked
package io.deskmeter.controller.request;

import org.jspecify.annotations.NullMarked;
