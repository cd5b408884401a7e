/** Run profiles and workloads. */
@NullMarked
package io.deskmeter.controller.web.profile;

import org.jspecify.annotations.NullMarked;
