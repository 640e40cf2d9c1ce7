import Planning
import Running
import Survey

/// A job with its plan.
package struct PlannedJob {
  package let job: Job
  package let plan: BatchPlan
  let survey: JobSurvey
}
