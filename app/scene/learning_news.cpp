#include "app/scene/learning_news.h"

namespace limber::app {

LearningNews news_since(const Learnt& before, const Learnt& now) {
    const Learnt none;
    const Learnt& then = now.search == before.search ? before : none;
    const bool was_begun = now.task != before.task; // anew, or to go on
    LearningNews news;
    if (now.fault && !then.fault) {
        news.fault = now.fault;
    }
    news.is_restless = now.stopped_at > 0.0 && !(then.stopped_at > 0.0);
    news.is_better = is_better(now, then);
    news.has_ended = now.character && !now.is_running && (then.is_running || was_begun);
    return news;
}

} // namespace limber::app
