/**
 * What every request must be, whoever sends it: by which listener it came
 * ({@link io.deskmeter.controller.access.request.Listeners}), whether it is meant for this controller and comes from no
 * page of another origin ({@link io.deskmeter.controller.access.request.RequestCheck}), and how large its body may be.
 */
@NullMarked
package io.deskmeter.controller.access.request;

import org.jspecify.annotations.NullMarked;
