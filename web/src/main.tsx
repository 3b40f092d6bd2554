/** Starts the dashboard. */
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./app/app.css";
import { createRoot } from "react-dom/client";
import { Dashboard } from "./app/dashboard.tsx";

const page = document.getElementById("page");
if (page === null) throw new Error("index.html has no element for the page");
createRoot(page).render(<Dashboard />);
