/** The queue of documents in review; on a wide page with the first of them opened. */
import { Review } from "./review.tsx";

export const ReviewPage = () => <Review chosen={null} />;
