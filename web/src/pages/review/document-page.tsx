/** The queue of documents in review, with one of them opened. */
import { useParams } from "@tanstack/react-router";
import { Review } from "./review.tsx";

export function DocumentPage() {
  const { id } = useParams({ from: "/signed-in/review/$id" });
  return <Review chosen={Number(id)} />;
}
