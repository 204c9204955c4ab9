import "./dashboard.css";
import { start } from "./start.ts";

start(document.body);
