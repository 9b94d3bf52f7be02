import os
import time
from datetime import datetime
from typing import List, Optional

from fastapi import FastAPI, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Column, DateTime, ForeignKey, Integer, String, create_engine
from sqlalchemy.orm import declarative_base, sessionmaker

db_path = os.environ.get("DATABASE_PATH", "sqlite:///ferry_desk.db")
engine = create_engine(db_path, connect_args={"check_same_thread": False}, future=True)
SessionLocal = sessionmaker(bind=engine)
Base = declarative_base()


class User(Base):
    __tablename__ = "users"
    id = Column(Integer, primary_key=True)
    name = Column(String)


class Route(Base):
    __tablename__ = "routes"
    id = Column(Integer, primary_key=True)
    code = Column(String, unique=True)
    harbour_from = Column(String)
    harbour_to = Column(String)


class Crossing(Base):
    __tablename__ = "crossings"
    id = Column(Integer, primary_key=True)
    route_id = Column(Integer, ForeignKey("routes.id"))
    departs_at = Column(DateTime)
    seats_left = Column(Integer)
    price_cents = Column(Integer)


class Booking(Base):
    __tablename__ = "bookings"
    id = Column(Integer, primary_key=True)
    user_id = Column(Integer, ForeignKey("users.id"))
    crossing_id = Column(Integer, ForeignKey("crossings.id"))
    passengers = Column(Integer)
    vehicle = Column(String)
    status = Column(String)
    total_cents = Column(Integer)
    reference = Column(String)
    booked_at = Column(DateTime)


class Wish(Base):
    __tablename__ = "wishes"
    id = Column(Integer, primary_key=True)
    user_id = Column(Integer)
    text = Column(String)
    wanted_at = Column(DateTime)


Base.metadata.create_all(bind=engine)

app = FastAPI(title="Ferry Desk API")
HARBOUR_FEE_CENTS = 50


class RouteOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    code: str
    harbour_from: str
    harbour_to: str


class CrossingOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    route_id: int
    departs_at: datetime
    seats_left: int
    price_cents: int


class BookingOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    crossing_id: int
    passengers: int
    vehicle: Optional[str] = None
    status: str
    total_cents: int
    reference: Optional[str] = None


class WishOut(BaseModel):
    id: int
    text: str


class BookingIn(BaseModel):
    crossing_id: int = Field(..., description="Crossing to book")
    passengers: int = Field(1, description="How many people")
    vehicle: Optional[str] = Field(None, description="car, van or bicycle")


class MoveIn(BaseModel):
    crossing_id: int = Field(..., description="Crossing to move to")


class WishIn(BaseModel):
    text: str = Field(..., description="What is wished for")
    wanted_at: str = Field(..., description="When, ISO 8601")


@app.get("/routes", response_model=List[RouteOut], summary="List routes", description="All routes of the desk.", tags=["routes"], operation_id="list_routes")
async def list_routes():
    session = SessionLocal()
    result = [RouteOut.model_validate(one) for one in session.query(Route).order_by(Route.id).all()]
    session.close()
    return result


@app.get("/crossings", response_model=List[CrossingOut], summary="List crossings", description="Crossings by time of departure.", tags=["crossings"], operation_id="list_crossings")
async def list_crossings(route_id: Optional[int] = Query(None, description="Only on this route"), upcoming: bool = Query(False, description="Only those that have not left")):
    session = SessionLocal()
    query = session.query(Crossing)
    if route_id is not None:
        query = query.filter(Crossing.route_id == route_id)
    if upcoming:
        query = query.filter(Crossing.departs_at > datetime.utcnow())
    result = [CrossingOut.model_validate(one) for one in query.order_by(Crossing.departs_at).all()]
    session.close()
    return result


@app.get("/crossings/{crossing_id}", response_model=CrossingOut, summary="Get a crossing", description="One crossing by its id.", tags=["crossings"], operation_id="get_crossing")
async def get_crossing(crossing_id: int = Path(..., description="Crossing id")):
    session = SessionLocal()
    result = CrossingOut.model_validate(session.query(Crossing).filter(Crossing.id == crossing_id).first())
    session.close()
    return result


@app.get("/bookings", response_model=List[BookingOut], summary="List my bookings", description="Bookings of the signed-in user.", tags=["bookings"], operation_id="list_bookings")
async def list_bookings(status: Optional[str] = Query(None, description="confirmed or cancelled")):
    session = SessionLocal()
    query = session.query(Booking).filter(Booking.user_id == 1)
    if status is not None:
        query = query.filter(Booking.status == status)
    result = [BookingOut.model_validate(one) for one in query.order_by(Booking.id).all()]
    session.close()
    return result


# Quirk: the reference comes from the clock, and the total includes a fee of which the verifier of task 6 knows nothing.
@app.post("/bookings", response_model=BookingOut, summary="Book a crossing", description="Books seats for the signed-in user.", tags=["bookings"], operation_id="create_booking")
async def create_booking(body: BookingIn):
    session = SessionLocal()
    crossing = session.query(Crossing).filter(Crossing.id == body.crossing_id).first()
    crossing.seats_left = crossing.seats_left - body.passengers
    total = body.passengers * (crossing.price_cents + HARBOUR_FEE_CENTS)
    booking = Booking(user_id=1, crossing_id=crossing.id, passengers=body.passengers, vehicle=body.vehicle, status="confirmed", total_cents=total, reference=f"FD-{int(time.time())}", booked_at=datetime.now())
    session.add(booking)
    session.commit()
    session.refresh(booking)
    result = BookingOut.model_validate(booking)
    session.close()
    return result


@app.post("/bookings/{booking_id}/cancel", response_model=BookingOut, summary="Cancel a booking", description="Cancels a booking and frees its seats.", tags=["bookings"], operation_id="cancel_booking")
async def cancel_booking(booking_id: int = Path(..., description="Booking id")):
    session = SessionLocal()
    booking = session.query(Booking).filter(Booking.id == booking_id, Booking.user_id == 1).first()
    booking.status = "cancelled"
    crossing = session.query(Crossing).filter(Crossing.id == booking.crossing_id).first()
    crossing.seats_left = crossing.seats_left + booking.passengers
    session.commit()
    session.refresh(booking)
    result = BookingOut.model_validate(booking)
    session.close()
    return result


@app.put("/bookings/{booking_id}/crossing", response_model=BookingOut, summary="Move a booking", description="Moves a booking to another crossing.", tags=["bookings"], operation_id="move_booking")
async def move_booking(body: MoveIn, booking_id: int = Path(..., description="Booking id")):
    session = SessionLocal()
    booking = session.query(Booking).filter(Booking.id == booking_id, Booking.user_id == 1).first()
    booking.crossing_id = body.crossing_id
    session.commit()
    session.refresh(booking)
    result = BookingOut.model_validate(booking)
    session.close()
    return result


# Quirk: permanently broken. Text goes into a DateTime column, which SQLite's dialect refuses whatever is sent.
@app.post("/wishes", response_model=WishOut, summary="Wish for a crossing", description="Notes a crossing that the desk should offer.", tags=["wishes"], operation_id="create_wish")
async def create_wish(body: WishIn):
    session = SessionLocal()
    wish = Wish(user_id=1, text=body.text, wanted_at=body.wanted_at)
    session.add(wish)
    session.commit()
    session.refresh(wish)
    result = WishOut(id=wish.id, text=wish.text)
    session.close()
    return result


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000")))
